import { describe, expect, it } from 'vitest';
import { isCodeName, isMediaName, notAnalysed } from '../../../src/extract/forms/not-analysed.ts';

describe('why nothing is said of a file', () => {
  it.each<readonly [path: string, start: string, why: string]>([
    ['src/main.rs', '', 'Rust is not analysed'],
    ['SRC/MAIN.RS', '', 'Rust is not analysed'],
    ['a.b/query.graphql', '', 'GraphQL is not analysed'],
    ['scripts/run', '#!/usr/bin/env bash\n', 'a shell script not named .sh is not analysed'],
    ['scripts/run', '#!/usr/bin/env zsh\n', 'a shell script not named .sh is not analysed'],
    ['scripts/run', '#!/usr/bin/awk -f\n', 'not a format that is analysed'],
    ['deploy/Jenkinsfile', '', 'a Jenkinsfile is not analysed'],
    ['LICENSE', '', 'plain text is not analysed'],
    ['a.b/rs', '', 'not a format that is analysed'],
    ['data.unheard-of', '', 'not a format that is analysed'],
  ])('%s %s', (path, start, why) => {
    expect(notAnalysed(path, start)).toBe(why);
  });

  it.each<readonly [name: string, media: boolean, code: boolean]>([
    ['logo.PNG', true, true],
    ['lib.jar', true, true],
    // A name without a dot is no extension.
    ['png', false, true],
    ['notes.md', false, false],
    ['trace.LOG', false, false],
    ['main.rs', false, true],
  ])('%s holds no text: %s; what it names may be sent: %s', (name, media, code) => {
    expect([isMediaName(name), isCodeName(name)]).toEqual([media, code]);
  });
});
