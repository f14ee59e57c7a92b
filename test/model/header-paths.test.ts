import { describe, expect, it } from 'vitest';
import {
  headerOnPaths,
  sentOnAllPaths,
  textOfSlot,
  type Arm,
  type HeaderEntry,
  type HeaderSet,
  type Slot,
} from '../../src/model/index.ts';

const slot = (value: string): Slot => ({
  file: 'a.js',
  span: { start: 0, end: 0 },
  value,
  spelling: 'fixed',
});

type Rest = Partial<Omit<HeaderEntry, 'name' | 'place'>>;

const entry = (name: string, value: string, rest: Rest = {}): HeaderEntry => ({
  name: slot(name),
  place: slot(value),
  values: [textOfSlot(slot(value))],
  certain: rest.when === undefined,
  ...rest,
});

const setOf = (entries: readonly HeaderEntry[], rest: Partial<HeaderSet> = {}): HeaderSet => ({
  entries,
  complete: true,
  gap: undefined,
  ...rest,
});

const arm = (of: number, at: number, arms = 2): Arm => ({ of, arm: at, arms });

/** What is sent on each path, in a word. */
const shown = (headers: HeaderSet): readonly string[] =>
  headerOnPaths(headers, 'accept')
    .map((path) => {
      if (path.kind === 'sent') return path.entry.place.value;
      if (path.kind === 'absent') return '-';
      return path.kind === 'unknown' ? '?' : path.entries.map(({ place }) => place.value).join('+');
    })
    .toSorted();

/** A header under so many conditions, one value each. */
const under = (count: number): HeaderSet =>
  setOf(Array.from({ length: count }, (_, of) => entry('Accept', `v${of}`, { when: [arm(of, 0)] })));

describe('headerOnPaths', () => {
  it.each<[string, readonly string[], readonly HeaderEntry[], Partial<HeaderSet>?]>([
    ['nothing is written', ['-'], []],
    ['nothing is written, more may be', ['?'], [], { complete: false }],
    ['one is written', ['a'], [entry('Accept', 'a')]],
    ['a key stands twice', ['b'], [entry('Accept', 'a'), entry('Accept', 'b')]],
    ['one may be missing', ['-', 'a'], [entry('Accept', 'a', { certain: false })]],
    [
      'one may be missing, more may be set',
      ['?', 'a'],
      [entry('Accept', 'a', { certain: false })],
      { complete: false },
    ],
    ['one may be overwritten', ['a', 'b'], [entry('Accept', 'a'), entry('Accept', 'b', { certain: false })]],
    ['one is sure in the end', ['b'], [entry('Accept', 'a', { certain: false }), entry('Accept', 'b')]],
    [
      'each arm has one',
      ['a', 'b'],
      [entry('Accept', 'a', { when: [arm(0, 0)] }), entry('Accept', 'b', { when: [arm(0, 1)] })],
    ],
    [
      'two conditions have one each',
      ['-', 'a', 'b', 'b'],
      [entry('Accept', 'a', { when: [arm(0, 0)] }), entry('Accept', 'b', { when: [arm(1, 0)] })],
    ],
    ['what comes later is not seen', ['?'], [entry('Accept', 'a', { open: true })], { complete: false }],
    [
      'the last comes behind what is not seen',
      ['b'],
      [entry('Accept', 'a', { open: true }), entry('Accept', 'b')],
      { complete: false },
    ],
    ['two spellings, kept', ['a+b'], [entry('Accept', 'a'), entry('accept', 'b')], { spellings: 'keep' }],
    ['two spellings, joined', ['a+b'], [entry('Accept', 'a'), entry('accept', 'b')], { spellings: 'join' }],
    ['two spellings, folded', ['b'], [entry('Accept', 'a'), entry('accept', 'b')], { spellings: 'fold' }],
    ['two spellings, nothing known of the client', ['a+b'], [entry('Accept', 'a'), entry('accept', 'b')]],
    [
      'another spelling over a default',
      ['b'],
      [entry('Accept', 'a'), entry('accept', 'b', { layer: 1 })],
      { spellings: 'join' },
    ],
    ['set over another spelling', ['b'], [entry('Accept', 'a'), entry('accept', 'b', { by: 'set' })]],
    [
      'appended',
      ['a+b'],
      [entry('Accept', 'a'), entry('Accept', 'b', { by: 'append' })],
      { spellings: 'fold' },
    ],
    ['appended to nothing', ['b'], [entry('Accept', 'b', { by: 'append' })]],
    [
      'a second spelling under a condition',
      ['a', 'a+b'],
      [entry('Accept', 'a'), entry('accept', 'b', { certain: false })],
      { spellings: 'join' },
    ],
  ])('%s: %j', (_, expected, entries, rest) => {
    expect(shown(setOf(entries, rest))).toEqual(expected);
  });

  it('tells eight ways apart, and no more', () => {
    expect(shown(under(3))).toHaveLength(8);
    expect(shown(under(4))).toEqual(['?']);
  });
});

describe('sentOnAllPaths', () => {
  it('gives each value that may be sent', () => {
    const headers = setOf([
      entry('Accept', 'a', { when: [arm(0, 0)] }),
      entry('ACCEPT', 'b', { when: [arm(0, 1)] }),
    ]);
    expect(sentOnAllPaths(headers, 'Accept')).toEqual(['a', 'b']);
  });

  it.each<[string, HeaderSet]>([
    ['a path without it', setOf([entry('Accept', 'a', { certain: false })])],
    ['a value that is not seen', setOf([entry('Accept', 'a', { values: undefined })])],
    [
      'a value seen in part',
      setOf([entry('Accept', 'a', { values: [{ parts: [{ kind: 'hole', name: undefined }] }] })]),
    ],
    ['two spellings', setOf([entry('Accept', 'a'), entry('accept', 'a')])],
    ['something unseen behind it', setOf([entry('Accept', 'a', { open: true })])],
  ])('proves nothing of %s', (_, headers) => {
    expect(sentOnAllPaths(headers, 'accept')).toBeUndefined();
  });
});
