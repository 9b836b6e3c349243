import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import {
  appName,
  imageOf,
  minInstances,
  mountsWorkspace,
  portOf,
  sidecarsOf,
} from '../../plugin/theia/app-definition.ts';
import { object } from '../harness/objects.ts';

const app = (spec: unknown): KubeObject => object('AppDefinition', 'java', { spec });

test('minInstances is a whole number above zero, else zero', () => {
  assert.equal(
    [3, 0, -1, 1.5, '3', null, undefined].map((value) => minInstances(app({ minInstances: value }))),
    [3, 0, 0, 0, 0, 0, 0],
  );
  assert.is(minInstances(app(null)), 0);
});

test('the app is called by its spec’s name, else by its own', () => {
  assert.equal(
    [{ name: 'ide' }, { name: '' }, { name: 7 }, null].map((spec) => appName(app(spec))),
    ['ide', 'java', 'java', 'java'],
  );
});

test('image and port are what they should be or not there', () => {
  assert.equal(
    [
      imageOf(app({ image: 'a:1' })),
      imageOf(app({ image: 7 })),
      portOf(app({ port: 3000 })),
      portOf(app({ port: '3000' })),
    ],
    ['a:1', undefined, 3000, undefined],
  );
});

test('sidecars without a name are left out, and one that mounts the workspace makes a PVC', () => {
  const spec = {
    sidecars: [
      { name: 'ls', image: 'ls:1', port: 5000, mountWorkspace: true },
      { image: 'x' },
      null,
      'ls',
      { name: 'b' },
    ],
  };
  assert.equal(sidecarsOf(app(spec)), [
    { name: 'ls', image: 'ls:1', port: 5000, mountWorkspace: true },
    { name: 'b', image: '', mountWorkspace: false },
  ]);
  assert.equal(
    [
      mountsWorkspace(app(spec)),
      mountsWorkspace(app({ sidecars: [{ name: 'b' }] })),
      mountsWorkspace(app({ sidecars: {} })),
    ],
    [true, false, false],
  );
});

test.run();
