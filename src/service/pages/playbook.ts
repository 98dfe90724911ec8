import { fieldLabel } from '../../presentation/labels.ts';
import { getPlaybook } from '../resources/playbook/view.ts';
import { html } from './html.ts';
import type { PageView } from './page.ts';
import { command, fields } from './parts.ts';

const SHOWN_ELSEWHERE = ['id', 'appUrl'];

export const playbook: PageView = async ({ read, clock }) => {
  const { company, ...sections } = await read(getPlaybook);
  const filled = Object.entries(sections).filter(([, items]) => items.length > 0);
  const blocks = filled.map(([name, items]) => {
    const cards = items.map(
      (item) => html`<section class="card" data-key="${item.id}">${fields(item, clock, SHOWN_ELSEWHERE)}</section>`,
    );
    return html`<h2>${fieldLabel(name)}</h2><div class="cards">${cards}</div>`;
  });
  const body = html`<h1>Playbook</h1><section class="card">${fields(company, clock)}</section>${blocks}${filled.length === 0 && html`<p class="empty">It has no products, profiles or competitors yet. ${command('reach playbook edit')}</p>`}`;
  return { title: 'Playbook', body };
};
