import { memberOf } from '../../members.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import type { Recording } from '../recorded/extractor.ts';
import { loadYamlReader } from '../../documents/yaml/reader.ts';
import type { YamlReader } from '../../documents/yaml/reader.ts';
import { yamlText } from '../recorded/yaml-text.ts';
import { cassetteExchangeIn } from './exchange.ts';
import { itemsIn } from './items.ts';
import type { WrittenItem } from './items.ts';

const exchangeOf = (
  { file, broken }: Recording,
  read: YamlReader,
  { text, offset, index }: WrittenItem,
): RecordedExchange | undefined => {
  const parsed = read(file, text, (at) => at + offset);
  if ('problem' in parsed) {
    broken(offset, `interaction ${index}, from here: ${parsed.problem}; the others were read`);
    return undefined;
  }
  const [list] = parsed.trees;
  const tree = list?.kind === 'list' ? list.items[0] : undefined;
  if (tree !== undefined && memberOf(tree, 'response') === undefined)
    broken(Infinity, `the cassette ends early inside interaction ${index}; what precedes was read`);
  return tree && cassetteExchangeIn({ tree, index, textOf: (scalar) => yamlText(text, offset, scalar) });
};

/** Exchanges of a cassette in YAML; the parser is loaded when an interaction may be relevant. */
export async function* exchangesInYaml(recording: Recording, text: string): AsyncGenerator<RecordedExchange> {
  const wanted = [...itemsIn(text)].filter((item) => recording.mayBeApiUrl(item.text));
  if (wanted.length === 0) return;
  const read = await loadYamlReader();
  for (const item of wanted) {
    const exchange = exchangeOf(recording, read, item);
    if (exchange !== undefined) yield exchange;
  }
}
