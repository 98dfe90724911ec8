// Hosts that many companies share: mail providers, networks, link lists, site builders. Sharing one says nothing of two companies.
// Undocumented: the interface does not say that some domains are no match key. The list holds what lists of contacts often have.

/** Providers of free mail in many countries: `yahoo.fr`, `hotmail.co.uk`. */
const MAIL_OF_MANY_COUNTRIES =
  /^(?:yahoo|ymail|hotmail|outlook|live|gmx|yandex|googlemail|aol|icloud|tutanota|protonmail)\.[a-z]{2,4}(?:\.[a-z]{2})?$/;

const MAIL = [
  ...'gmail.com rocketmail.com msn.com passport.com me.com mac.com proton.me pm.me tuta.io tuta.com'.split(' '),
  ...'mail.com email.com usa.com fastmail.com fastmail.fm hey.com zohomail.com inbox.com hushmail.com'.split(' '),
  ...'web.de t-online.de freenet.de arcor.de online.de posteo.de mailbox.org vodafone.de bluewin.ch a1.net'.split(' '),
  ...'orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tin.it'.split(' '),
  ...'alice.it tiscali.it ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl xs4all.nl telenet.be skynet.be'.split(' '),
  ...'btinternet.com virginmedia.com ntlworld.com talktalk.net eircom.net comcast.net verizon.net att.net'.split(' '),
  ...'sbcglobal.net cox.net bellsouth.net charter.net earthlink.net optonline.net shaw.ca rogers.com'.split(' '),
  ...'rediffmail.com uol.com.br bol.com.br terra.com.br seznam.cz wp.pl o2.pl onet.pl interia.pl abv.bg'.split(' '),
  ...'mail.ru bk.ru list.ru inbox.ru ukr.net qq.com 163.com 126.com sina.com foxmail.com naver.com'.split(' '),
  ...'hanmail.net daum.net docomo.ne.jp ezweb.ne.jp bigpond.com optusnet.com.au xtra.co.nz mailinator.com'.split(' '),
];

const PAGES = [
  ...'facebook.com fb.com fb.me instagram.com linkedin.com lnkd.in twitter.com x.com t.co tiktok.com'.split(' '),
  ...'youtube.com youtu.be pinterest.com xing.com vk.com threads.net bsky.app t.me wa.me whatsapp.com'.split(' '),
  ...'medium.com substack.com github.com gitlab.com behance.net dribbble.com linktr.ee beacons.ai bio.link'.split(' '),
  ...'carrd.co about.me bit.ly tinyurl.com goo.gl g.page sites.google.com docs.google.com drive.google.com'.split(' '),
  ...'maps.google.com calendly.com crunchbase.com yelp.com tripadvisor.com trustpilot.com etsy.com'.split(' '),
  ...'apps.apple.com play.google.com notion.site notion.so wixsite.com weebly.com'.split(' '),
  ...'wordpress.com blogspot.com tumblr.com myshopify.com squarespace.com webflow.io business.site jimdo.com'.split(
    ' ',
  ),
  ...'jimdosite.com github.io netlify.app vercel.app herokuapp.com web.app'.split(' '),
];

const HOSTS: ReadonlySet<string> = new Set([...MAIL, ...PAGES]);

/** Whether a host, without `www.` and language, is one that many companies share. `acme.wordpress.com` is not. */
export function isSharedHost(host: string): boolean {
  return HOSTS.has(host) || MAIL_OF_MANY_COUNTRIES.test(host);
}
