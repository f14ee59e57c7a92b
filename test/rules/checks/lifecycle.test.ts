import { describe, expect, it } from 'vitest';
import {
  aYearAfter,
  answeringUnlisted,
  daysBetween,
  lifecycleOf,
} from '../../../src/rules/checks/lifecycle.ts';
import type { OperationInfo } from '../../../src/model/index.ts';
import { builtIn } from '../load/load.ts';

const { api } = builtIn;

const operation = (...versions: readonly (readonly [date: string, sunset?: string])[]): OperationInfo => ({
  method: 'GET',
  path: '/groups',
  name: null,
  deprecated: false,
  versions: versions.map(([date, sunset]) => ({ date, suffixes: ['json'], sunset: sunset ?? null })),
});

const TWO = operation(['2023-02-01'], ['2024-08-05']);
const LISTED = operation(['2023-02-01', '2027-07-01'], ['2024-08-05']);

describe('lifecycleOf', () => {
  it.each([
    ['2024-08-04', 'stable'],
    ['2024-08-05', 'deprecated'],
    ['2025-08-04', 'deprecated'],
    ['2025-08-05', 'deleted'],
  ])('without a listed date, twelve months after the next version: %s', (today, state) => {
    expect(lifecycleOf('2023-02-01', TWO, today, api).state).toBe(state);
  });

  it.each([
    ['2027-06-30', 'deprecated'],
    ['2027-07-01', 'deleted'],
  ])('by the listed date where there is one: %s', (today, state) => {
    const lifecycle = lifecycleOf('2023-02-01', LISTED, today, api);
    expect(lifecycle).toMatchObject({ state, deletion: '2027-07-01', listed: true });
  });

  it('is stable until the day its successor is out, whatever end is listed', () => {
    expect(lifecycleOf('2023-02-01', LISTED, '2024-08-04', api).state).toBe('stable');
    expect(lifecycleOf('2023-02-01', LISTED, '2024-08-05', api).state).toBe('deprecated');
  });

  it('is deprecated by a listed end alone where nothing succeeds it', () => {
    const alone = operation(['2023-02-01', '2027-07-01']);
    expect(lifecycleOf('2023-02-01', alone, '2024-01-01', api)).toMatchObject({ state: 'deprecated' });
    expect(lifecycleOf('2023-02-01', alone, '2027-07-01', api)).toMatchObject({ state: 'deleted' });
  });

  it.each([
    ['2025-02-27', 'deprecated'],
    ['2025-02-28', 'deleted'],
  ])('a year after 29 February is 28 February: %s', (today, state) => {
    const leap = operation(['2023-02-01'], ['2024-02-29']);
    expect(lifecycleOf('2023-02-01', leap, today, api)).toMatchObject({ state, listed: false });
  });

  it('names the first later version that is still there', () => {
    const three = operation(['2023-02-01', '2027-07-01'], ['2023-11-15'], ['2024-08-05']);
    expect(lifecycleOf('2023-02-01', three, '2024-09-01', api)).toMatchObject({ next: '2023-11-15' });
    expect(lifecycleOf('2023-02-01', three, '2025-09-01', api)).toMatchObject({ next: '2024-08-05' });
  });

  it('takes a date as a floor', () => {
    expect(lifecycleOf('2024-05-30', TWO, '2025-01-01', api)).toMatchObject({
      state: 'deprecated',
      version: '2023-02-01',
    });
    expect(lifecycleOf('2024-08-05', TWO, '2030-01-01', api)).toEqual({ state: 'stable' });
  });

  it('is too old before the first version of the operation', () => {
    expect(lifecycleOf('2023-01-01', TWO, '2025-01-01', api)).toEqual({
      state: 'too-old',
      first: '2023-02-01',
    });
    expect(lifecycleOf('2022-12-31', undefined, '2025-01-01', api).state).toBe('too-old');
  });

  it('names what answers a date that is no version', () => {
    const info = operation(['2023-01-01']);
    expect(answeringUnlisted('2025-06-01', info, api)).toBe('2023-01-01');
    expect(answeringUnlisted('2024-08-05', info, api)).toBeUndefined();
    expect(answeringUnlisted('2022-06-01', info, api)).toBeUndefined();
  });

  it('has 2023-01-01 deprecated where the operation is not known, and not where it is the only version', () => {
    expect(lifecycleOf('2023-01-01', undefined, '2026-01-01', api).state).toBe('deprecated');
    expect(lifecycleOf('2023-01-01', operation(['2023-01-01']), '2026-01-01', api).state).toBe('stable');
  });
});

describe('days', () => {
  it('knows leap years', () => {
    expect(aYearAfter('2024-02-29')).toBe('2025-02-28');
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(daysBetween('2025-02-28', '2025-03-01')).toBe(1);
  });

  it('does not lose an hour to daylight saving', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });
});
