import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireDownloadName } from './downloadNames.ts';
import { failure } from './fakes/call.ts';

const refused = failure('INVALID_REQUEST', 'The file name');
const check = (name: string) => () => requireDownloadName(name);

/** What Windows, Linux and macOS all take for an ordinary name. */
const ordinary = fc.stringMatching(/^[a-z0-9 ._-]{1,12}$/).map((text) => `x${text}`);
const separator = fc.constantFrom('/', '\\');
const position = fc.nat();

/** A relative path of ordinary names. */
const paths = fc
  .array(fc.tuple(ordinary, separator), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([name, slash], index) => (index === 0 ? name : `${slash}${name}`)).join(''));

/** An ordinary path with something among its segments. */
const pathsWith = (segments: fc.Arbitrary<string>) =>
  fc.tuple(paths, segments, position, separator).map(([path, segment, at, slash]) => {
    const names = path.split(/[/\\]/);
    return names.toSpliced(at % (names.length + 1), 0, segment).join(slash);
  });

describe('a download name', () => {
  it('may be any relative path of ordinary names', () => {
    fc.assert(fc.property(paths, (path) => void expect(check(path)).not.toThrow()));
  });

  it.each(['a..b', './a', 'console.log', 'com10.txt', 'nulls', 'file.con', 'ünïcode.txt', 'a b.txt'])(
    'may be %s',
    (name) => expect(check(name)).not.toThrow(),
  );

  it('must not climb with .. on either separator', () => {
    fc.assert(
      fc.property(
        pathsWith(fc.constantFrom('..', '...', '.. ')),
        (path) => void expect(check(path)).toThrow(refused),
      ),
    );
  });

  it('must not start at a root or a drive', () => {
    const root = fc.constantFrom('/', '\\', '//', '\\\\host\\', 'C:', 'c:\\', 'z:/');
    fc.assert(fc.property(root, paths, (start, path) => void expect(check(start + path)).toThrow(refused)));
  });

  it('must not have control characters', () => {
    const code = fc.oneof(fc.integer({ min: 0, max: 0x1f }), fc.constant(0x7f));
    fc.assert(
      fc.property(paths, code, position, (path, unit, at) => {
        const place = at % (path.length + 1);
        const name = path.slice(0, place) + String.fromCharCode(unit) + path.slice(place);
        expect(check(name)).toThrow(refused);
      }),
    );
  });

  it('must not have a segment that Windows takes for a device, whatever its case and extension', () => {
    const devices = fc.constantFrom('con', 'PRN', 'Aux', 'nul', 'COM1', 'com9', 'lpt1', 'LPT9');
    const extensions = fc.constantFrom('', '.txt', '.tar.gz', ' ', ' .txt', '.');
    const segments = fc.tuple(devices, extensions).map(([device, extension]) => device + extension);
    fc.assert(fc.property(pathsWith(segments), (path) => void expect(check(path)).toThrow(refused)));
  });

  it.each(['a/', 'a\\', 'a//b', 'a/\\b'])('must not have an empty segment as in %s', (name) => {
    expect(check(name)).toThrow(refused);
  });
});
