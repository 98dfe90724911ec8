// A self-signed certificate for 127.0.0.1, made on the spot: no key lies about in the repository, and none expires.

import { generateKeyPairSync, sign } from 'node:crypto';

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bytes = (...values: readonly number[]) => Buffer.from(values);
const text = (value: string) => der(0x0c, Buffer.from(value));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAME = '551d11';

/** Key and certificate as PEM. It is its own authority: naming it in NODE_EXTRA_CA_CERTS makes it trusted. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), text('reach test'))));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x18, Buffer.from('21200101000000Z')));
  const address = sequence(der(0x87, bytes(127, 0, 0, 1)));
  const extensions = der(
    0xa3,
    sequence(
      sequence(oid(BASIC_CONSTRAINTS), der(0x01, bytes(0xff)), der(0x04, sequence(der(0x01, bytes(0xff))))),
      sequence(oid(ALTERNATIVE_NAME), der(0x04, address)),
    ),
  );
  const body = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1)),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, bytes(0), sign('sha256', body, privateKey));
  const encoded = sequence(body, ECDSA_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`,
  };
}
