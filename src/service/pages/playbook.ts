// The playbook: what the company sells, and to whom.

import { fieldLabel } from '../../presentation/labels.ts';
import { getPlaybook } from '../resources/playbook/view.ts';
import { html } from './html.ts';
import type { PageView } from './page.ts';
import { fields } from './parts.ts';

const SHOWN_ELSEWHERE = ['id', 'appUrl'];

export const playbook: PageView = async ({ read, clock }) => {
  const { company, ...sections } = await read(getPlaybook);
  const blocks = Object.entries(sections).map(([name, items]) => {
    const cards = items.map(
      (item) => html`<section class="card" data-key="${item.id}">${fields(item, clock, SHOWN_ELSEWHERE)}</section>`,
    );
    const displayed = items.length === 0 ? html`<p class="empty">None.</p>` : html`<div class="cards">${cards}</div>`;
    return html`<h2>${fieldLabel(name)}</h2>${displayed}`;
  });
  const body = html`<h1>Playbook</h1><section class="card">${fields(company, clock)}</section>${blocks}`;
  return { title: 'Playbook', body };
};
