// What pages do beyond showing: they follow the store, and take keys. Everything else works without.

(() => {
  'use strict';

  /** What tells an element from its neighbours when others come before it. */
  const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key || node.id || null : null);

  const isSame = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

  /** What the reader has changed stays: opened details, and what was typed. */
  function copyAttributes(from, to) {
    for (const { name } of [...to.attributes]) {
      if (!from.hasAttribute(name) && name !== 'open') to.removeAttribute(name);
    }
    for (const { name, value } of from.attributes) {
      if (name !== 'open' && to.getAttribute(name) !== value) to.setAttribute(name, value);
    }
  }

  /** Makes `old` like `fresh`, and touches nothing that is the same: place, focus and selection stay. */
  function become(old, fresh) {
    if (old.nodeType === 3) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    if (old.nodeType !== 1 || old.isEqualNode(fresh)) return;
    copyAttributes(fresh, old);
    const keyed = new Map();
    for (const child of old.children) if (keyOf(child) !== null) keyed.set(keyOf(child), child);
    let at = old.firstChild;
    for (const wanted of [...fresh.childNodes]) {
      const known = keyOf(wanted) === null ? null : keyed.get(keyOf(wanted));
      if (known && known !== at && isSame(known, wanted)) old.insertBefore(known, at);
      const here = known && isSame(known, wanted) ? known : at;
      if (here && isSame(here, wanted)) {
        become(here, wanted);
        at = here.nextSibling;
      } else {
        old.insertBefore(document.importNode(wanted, true), at);
      }
    }
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  }

  const UNITS = [
    [31_536_000_000, 'year'],
    [2_592_000_000, 'month'],
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ];

  /** As the server words it. */
  function relative(ms) {
    for (const [length, name] of UNITS) {
      const count = Math.floor(Math.abs(ms) / length);
      if (count < 1) continue;
      const amount = `${count} ${name}${count === 1 ? '' : 's'}`;
      return ms <= 0 ? `${amount} ago` : `in ${amount}`;
    }
    return 'now';
  }

  const setText = (node, text) => {
    if (node.textContent !== text) node.textContent = text;
  };

  let base = null;
  let baseAt = 0;
  let baseText = '';

  /** Lets the clock run, and what is written against it, from the last answer on. */
  function tick() {
    const clock = document.getElementById('clock');
    if (!clock) return;
    if (base !== clock.dateTime) {
      base = clock.dateTime;
      baseAt = Date.now();
      baseText = clock.textContent;
    }
    const now = Date.parse(base) + (clock.dataset.frozen ? 0 : Date.now() - baseAt);
    const passed = Math.floor(now / 60_000) - Math.floor(Date.parse(base) / 60_000);
    setText(clock, passed === 0 ? baseText : clockText(now, clock.dataset.zone));
    for (const node of document.querySelectorAll('time.ago')) setText(node, relative(Date.parse(node.dateTime) - now));
  }

  function clockText(at, timeZone) {
    const parts = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      timeZoneName: 'shortOffset',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }).formatToParts(at);
    const part = (name) => parts.find(({ type }) => type === name).value;
    const zone = part('timeZoneName').replace(/^GMT(?:[+-]0)?/, 'UTC');
    return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} ${zone}`;
  }
  setInterval(tick, 1000);

  // The zone of this browser, where it is not offered yet; choosing one needs no button.
  const zones = document.querySelector('select[name=zone]');
  if (zones) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && ![...zones.options].some(({ value }) => value === own)) zones.add(new Option(`${own} (this browser)`, own));
    zones.addEventListener('change', () => zones.form.submit());
    zones.form.classList.add('scripted');
  }

  const status = document.getElementById('live');
  let etag = null;
  let isAsking = false;
  let isWanted = false;

  const isSelecting = () => {
    const selection = document.getSelection();
    return selection !== null && !selection.isCollapsed;
  };

  /** Asks for the page again, and shows what is new; while text is selected, that waits. */
  async function refresh() {
    isWanted = true;
    if (isAsking || document.hidden || isSelecting()) return;
    isAsking = true;
    isWanted = false;
    try {
      const answer = await fetch(location.href, { headers: etag === null ? {} : { 'if-none-match': etag } });
      if (answer.status === 401) {
        status.textContent = 'Signed out';
        return;
      }
      if (answer.status === 200 || answer.status === 404) {
        etag = answer.headers.get('etag');
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
        document.title = fresh.title;
        for (const part of ['main', '.clock > span']) {
          const [old, next] = [document.querySelector(part), fresh.querySelector(part)];
          if (old && next) become(old, next);
        }
        tick();
      }
      status.textContent = answer.status === 404 ? 'Deleted' : 'Live';
    } catch {
      status.textContent = 'Not connected';
    } finally {
      isAsking = false;
      if (isWanted) setTimeout(refresh, 100);
    }
  }

  let events = null;

  /** A page that is not seen needs no connection: a browser has six of them for one server. */
  function follow() {
    if (document.hidden) {
      events?.close();
      events = null;
      return;
    }
    if (events !== null) return;
    events = new EventSource('/app/events');
    events.addEventListener('open', refresh);
    events.addEventListener('change', refresh);
    events.onerror = () => {
      status.textContent = 'Not connected';
    };
  }
  document.addEventListener('visibilitychange', follow);
  document.addEventListener('selectionchange', () => {
    if (isWanted && !isSelecting()) refresh();
  });
  addEventListener('pageshow', follow);
  addEventListener('pagehide', () => {
    events?.close();
    events = null;
  });

  // On a phone the navigation is one line, wider than the screen.
  const here = document.querySelector('nav.main a[aria-current]');
  if (here) here.closest('nav').scrollLeft = here.offsetLeft - 16;

  const isTyping = (target) => target instanceof HTMLElement && target.matches('input, select, textarea');
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const wasGoing = isGoing;
    isGoing = false;
    if (wasGoing) {
      const entry = [...document.querySelectorAll('a[data-go]')].find((one) => one.dataset.go === event.key);
      if (entry) entry.click();
    } else if (event.key === 'g') {
      isGoing = true;
      setTimeout(() => {
        isGoing = false;
      }, 1500);
    } else if (event.key === '?') {
      const keys = document.querySelector('.keys');
      if (keys) keys.open = !keys.open;
    } else if (event.key === '/') {
      const search = document.querySelector('main input[type=search]') || document.querySelector('input[type=search]');
      if (search) search.focus();
      event.preventDefault();
    }
  });
})();
