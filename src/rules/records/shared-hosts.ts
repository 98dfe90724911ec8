// Hosts that many companies share: mail providers, networks, link lists, site builders. Sharing one says nothing of two companies.
// Undocumented: the interface does not say that some domains are no match key. The list holds what lists of contacts often have.

/** Providers of free mail in many countries: `yahoo.fr`, `hotmail.co.uk`. */
const MAIL_OF_MANY_COUNTRIES =
  /^(?:yahoo|ymail|hotmail|outlook|live|gmx|yandex|googlemail|aol|icloud|tutanota|protonmail)\.[a-z]{2,4}(?:\.[a-z]{2})?$/;

const MAIL =
  'gmail.com rocketmail.com msn.com passport.com me.com mac.com proton.me pm.me tuta.io tuta.com mail.com email.com ' +
  'usa.com fastmail.com fastmail.fm hey.com zohomail.com inbox.com hushmail.com web.de t-online.de freenet.de ' +
  'arcor.de online.de posteo.de mailbox.org vodafone.de bluewin.ch a1.net orange.fr wanadoo.fr free.fr laposte.net ' +
  'sfr.fr neuf.fr bbox.fr libero.it virgilio.it tin.it alice.it tiscali.it ziggo.nl kpnmail.nl planet.nl home.nl ' +
  'hetnet.nl xs4all.nl telenet.be skynet.be btinternet.com virginmedia.com ntlworld.com talktalk.net eircom.net ' +
  'comcast.net verizon.net att.net sbcglobal.net cox.net bellsouth.net charter.net earthlink.net optonline.net ' +
  'shaw.ca rogers.com rediffmail.com uol.com.br bol.com.br terra.com.br seznam.cz wp.pl o2.pl onet.pl interia.pl ' +
  'abv.bg mail.ru bk.ru list.ru inbox.ru ukr.net qq.com 163.com 126.com sina.com foxmail.com naver.com bluemail.ch ' +
  'hispeed.ch sunrise.ch ig.com.br centrum.cz email.cz rambler.ru sohu.com aliyun.com sky.com mail.de aon.at ' +
  'chello.at numericable.fr cegetel.net email.it pec.it op.pl gazeta.pl vp.pl azet.sk freemail.hu ' +
  'bigmir.net i.ua telefonica.net terra.es sapo.pt clix.pt yeah.net sina.cn pt.lu upcmail.nl spray.se ' +
  'comhem.se jubii.dk mail.dk duck.com juno.com netzero.net rr.com roadrunner.com aim.com ' +
  'bigpond.net.au iinet.net.au mweb.co.za sify.com blueyonder.co.uk tiscali.co.uk ' +
  'lineone.net freeserve.co.uk btopenworld.com privaterelay.appleid.com proximus.be telia.com online.no ' +
  'softbank.ne.jp nifty.com sympatico.ca telus.net walla.co.il mynet.com yopmail.com hanmail.net daum.net ' +
  'docomo.ne.jp ezweb.ne.jp bigpond.com optusnet.com.au xtra.co.nz mailinator.com';

const PAGES =
  'facebook.com fb.com fb.me instagram.com linkedin.com lnkd.in twitter.com x.com t.co tiktok.com youtube.com ' +
  'youtu.be pinterest.com xing.com vk.com threads.net bsky.app t.me wa.me whatsapp.com medium.com substack.com ' +
  'github.com gitlab.com behance.net dribbble.com linktr.ee beacons.ai bio.link carrd.co about.me bit.ly ' +
  'tinyurl.com goo.gl g.page sites.google.com docs.google.com drive.google.com maps.google.com calendly.com ' +
  'crunchbase.com yelp.com tripadvisor.com trustpilot.com etsy.com apps.apple.com play.google.com notion.site ' +
  'notion.so wixsite.com weebly.com wordpress.com blogspot.com tumblr.com myshopify.com squarespace.com webflow.io ' +
  'business.site jimdo.com jimdosite.com github.io netlify.app vercel.app herokuapp.com web.app';

const HOSTS: ReadonlySet<string> = new Set(`${MAIL} ${PAGES}`.split(' '));

/** Whether a host, without `www.` and language, is one that many companies share. `acme.wordpress.com` is not. */
export function isSharedHost(host: string): boolean {
  return HOSTS.has(host) || MAIL_OF_MANY_COUNTRIES.test(host);
}
