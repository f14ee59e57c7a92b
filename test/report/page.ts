import { runInNewContext } from 'node:vm';

/** Text between two marks of a page. */
export const between = (page: string, start: string, end: string): string =>
  page.split(start)[1]!.split(end)[0]!;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
  '#10': '\n',
};

const decoded = (text: string): string =>
  text.replaceAll(/&([a-z#\d]+);/g, (_, name: string) => ENTITIES[name]!);

/** The text of markup. */
export const plain = (markup: string): string => decoded(markup.replace(/<[^>]*>/g, ''));

const datasetOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    [...head.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, decoded(value!)]),
  );

interface Listener {
  (event: object): void;
}

/** What the script of a page needs of an element. */
class Element {
  readonly dataset: Record<string, string>;
  readonly textContent: string;
  readonly value: string;
  readonly attributes = new Map<string, string>();
  hidden = false;
  click: Listener = () => {};

  constructor(head: string, body: string) {
    this.dataset = datasetOf(head);
    this.textContent = plain(body);
    this.value = decoded(/ value="([^"]*)"/.exec(head)?.[1] ?? '');
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(_name: string, listener: Listener): void {
    this.click = listener;
  }
}

const elements = (markup: string, tag: string): Element[] =>
  [...markup.matchAll(new RegExp(`<${tag}([^>]*)>([^]*?)</${tag.split(' ')[0]}>`, 'g'))].map(
    ([, head, body]) => new Element(head!, body!),
  );

/** Runs the script of a page over as much of a document as it uses; no browser is needed. */
export const openWithoutBrowser = (page: string) => {
  const files = page
    .split('<section class="file">')
    .slice(1)
    .map((markup) => {
      const articles = elements(markup, 'article');
      return { hidden: false, articles, querySelectorAll: () => articles };
    });
  const rows = elements(page, 'button type="button" class="row"');
  const names = [...between(page, '<form', '</form>').matchAll(/ name="(\w+)"/g)].map(([, name]) => name!);
  const fields = Object.fromEntries(names.map((name) => [name, { value: '' }]));
  const listeners = new Map<string, Listener>();
  const form = {
    hidden: true,
    elements: fields,
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  };
  const output = { textContent: '' };
  const document = {
    querySelector: (selector: string) => (selector === 'form' ? form : output),
    querySelectorAll: (selector: string) => (selector === '.file' ? files : rows),
    addEventListener: () => {},
  };
  runInNewContext(between(page, '<script>', '</script>'), { document });
  const articles = files.flatMap((file) => file.articles);
  const shown = (): readonly number[] => articles.flatMap(({ hidden }, index) => (hidden ? [] : [index]));
  const fill = (values: Readonly<Record<string, string>> = {}): readonly number[] => {
    for (const name of names) fields[name]!.value = values[name] ?? '';
    listeners.get('input')!({});
    return shown();
  };
  return { fill, shown, files, rows, form, output };
};
