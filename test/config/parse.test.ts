import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandNames } from '../../plugin/config/commands.ts';
import { flagsOf, row } from '../../plugin/config/flags.ts';
import type { Options } from '../../plugin/config/options.ts';
import { parse } from '../../plugin/config/parse.ts';
import { RunError } from '../../plugin/model/run-error.ts';

function optionsOf(line: string, env: Record<string, string> = {}): Options {
  const parsed = parse(line.split(' '), env);
  if ('help' in parsed) throw new Error('help, where options were expected');
  return parsed.options;
}

function refusal(line: string | string[], env: Record<string, string> = {}): RunError {
  try {
    parse(typeof line === 'string' ? line.split(' ') : line, env);
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
  throw new Error(`${line} was accepted`);
}

test('defaults are in place, durations in milliseconds', () => {
  const options = optionsOf('verify');
  // The types are part of the claim: a number, a closed set, a list.
  const timeout: number = options.timeoutMs;
  const policy: 'auto' | 'open' | 'closed' = options.onFailure;
  const allow: ('restart-operator' | 'replace')[] = options.allow;
  assert.equal([timeout, policy, allow], [240_000, 'auto', []]);
  assert.equal([options.settleMs, options.holdForMs, options.maxNudges], [10_000, 3_600_000, 2]);
  assert.equal([options.waitOperator, options.requireReady, options.color], [true, true, true]);
  assert.equal([options.apps, options.batch, options.expectImage], [[], undefined, {}]);
});

test('a command may have a default of its own', () => {
  assert.is(optionsOf('check').timeoutMs, 30_000);
});

test('a flag beats its variable, a variable the default', () => {
  const env = { WARMGATE_TIMEOUT: '2m', WARMGATE_APP: 'a,b' };
  assert.is(optionsOf('verify', env).timeoutMs, 120_000);
  assert.equal(optionsOf('verify', env).apps, ['a', 'b']);
  assert.is(optionsOf('verify --timeout 3m', env).timeoutMs, 180_000);
  assert.equal(optionsOf('verify --app c', env).apps, ['c']);
});

test('values come in every form that flags have', () => {
  const options = optionsOf(
    'verify -nns --app a --app=b,a --batch 25% --expect-image a=r/i:1,b=r/i@sha256:00 --allow replace,restart-operator --no-require-ready --refresh -o json',
  );
  assert.is(options.namespace, 'ns');
  assert.equal(options.apps, ['a', 'b']);
  assert.equal(options.batch, { percent: 25 });
  assert.equal(options.expectImage, { a: 'r/i:1', b: 'r/i@sha256:00' });
  assert.equal(options.allow, ['replace', 'restart-operator']);
  assert.equal([options.requireReady, options.refresh, options.output], [false, true, 'json']);
  assert.equal(optionsOf('verify --batch 3').batch, { count: 3 });
});

test('files keep their commas, and - is stdin', () => {
  assert.equal(optionsOf('check -f a,b.json -f -').files, ['a,b.json', '-']);
});

test('a switch can be set to false, by flag and by variable', () => {
  assert.is(optionsOf('verify --refresh=false').refresh, false);
  assert.is(optionsOf('verify', { WARMGATE_NO_REQUIRE_READY: '0' }).requireReady, true);
  assert.is(optionsOf('verify', { WARMGATE_NO_REQUIRE_READY: '1' }).requireReady, false);
});

test('NO_COLOR counts, and our own variable beats it', () => {
  assert.is(optionsOf('verify', { NO_COLOR: '1' }).color, false);
  assert.is(optionsOf('verify', { NO_COLOR: '1', WARMGATE_NO_COLOR: 'false' }).color, true);
});

test('each mistake gets one clear line and exit 2', () => {
  const lines: [string, string][] = [
    ['verify --timeout 240', '--timeout 240 has no unit; write 240s'],
    ['verify --timeout soon', '--timeout soon: a duration with a unit, as 90s, 4m or 1h30m'],
    ['verify --timeout 0s', '--timeout 0s: 1s to 24h'],
    ['verify --tiemout 4m', 'unknown flag --tiemout; did you mean --timeout?'],
    ['verify --require-ready', 'unknown flag --require-ready; did you mean --no-require-ready?'],
    ['verify --color', 'unknown flag --color; did you mean --no-color?'],
    ['verify --zzzzzz', 'unknown flag --zzzzzz'],
    ['verfiy', 'unknown command verfiy; did you mean verify?'],
    ['check --max-nudges 3', '--max-nudges is not a flag of check; it belongs to verify'],
    ['verify --on-failure never', '--on-failure never: auto, open, closed'],
    ['verify --batch 0', '--batch 0: a number of instances, as 3, or a share, as 25%'],
    ['verify --batch 120%', '--batch 120%: a number of instances, as 3, or a share, as 25%'],
    ['verify --max-nudges 1e3', '--max-nudges 1e3: a whole number from 0 to 10'],
    ['verify --app ../x', '--app ../x: a Kubernetes name: lower case letters, digits, - and .'],
    ['verify --expect-image x', '--expect-image x: as name=image'],
    ['verify --expect-image a=b,a=c', '--expect-image a=b,a=c: only one image for a'],
    ['verify --report out.pdf', '--report out.pdf: a file that ends in .json, .md, .xml, .html or .txt'],
    ['verify --refresh=maybe', '--refresh maybe: true or false'],
    ['check pool.json', 'unexpected argument pool.json; did you mean -f pool.json?'],
    ['verify java-17', 'unexpected argument java-17; did you mean --app java-17?'],
    ['verify --quiet --verbose', '--quiet and --verbose exclude each other'],
    [
      'verify --settle 5m',
      '--settle 5m and --timeout 4m exclude each other: the pools cannot settle in time',
    ],
    ['plan -f - --manifests -', '--file - and --manifests - exclude each other: stdin can be read once'],
  ];
  for (const [line, sentence] of lines) {
    const error = refusal(line);
    assert.is(error.message, sentence);
    assert.is(error.exit, 2, line);
  }
});

test('a flag without its value is told, a flag is never taken for one', () => {
  for (const line of ['verify --timeout', 'verify -n', 'verify --timeout --settle 5s'])
    assert.is(refusal(line).code, 'missingValue', line);
  assert.is(refusal(['verify', '--app', '']).code, 'badValue');
});

test('a bad variable is named, and one of another command is not read', () => {
  const error = refusal('verify', { WARMGATE_TIMEOUT: '240' });
  assert.is(
    error.message,
    'the variable WARMGATE_TIMEOUT is 240: a duration with a unit, as 90s, 4m or 1h30m; write 240s',
  );
  assert.is(optionsOf('check', { WARMGATE_BATCH: 'nonsense' }).batch, undefined);
});

test('an empty variable is unset', () => {
  assert.is(optionsOf('verify', { WARMGATE_TIMEOUT: '' }).timeoutMs, 240_000);
});

test('names that every object has are no flags and no commands', () => {
  assert.is(refusal('verify --constructor').code, 'unknownFlag');
  assert.is(refusal('verify --__proto__ x').code, 'unknownFlag');
  assert.is(refusal('toString').code, 'unknownCommand');
  assert.equal(optionsOf('verify --expect-image constructor=i').expectImage, { constructor: 'i' });
});

test('every command takes its own flags with their defaults, and no two share a letter', () => {
  for (const command of commandNames) {
    const shorts = flagsOf(command).flatMap((name) => row(name).short ?? []);
    assert.is(new Set(shorts).size, shorts.length, command);
    if (command !== 'help') assert.ok('options' in parse([command], {}), command);
  }
});

test.run();
