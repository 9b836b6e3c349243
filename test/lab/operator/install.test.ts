import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { operatorArguments as argumentsOf, installOperator } from '../../../plugin/lab/operator/install.ts';
import { isRolledOut } from '../../../plugin/theia/deployment.ts';
import { operatorArguments } from '../../../plugin/theia/operator.ts';
import { until } from './objects.ts';
import { onStage } from './stage.ts';

const image = 'registry.example.test/operator:1';

test('its Deployment shows what it was told, and the cluster makes its pods', async () => {
  await onStage([], async (stage) => {
    const args = argumentsOf({ keycloak: false, sessionsPerUser: 2 });
    await installOperator(stage.lab.kubeconfig, 'theia', { kind: 'upstream', args, image });
    const deployment = (): ReturnType<typeof stage.get> => stage.get('Deployment', 'operator-deployment');
    const object = deployment();
    assert.ok(object);
    const seen = operatorArguments(object as never);
    assert.equal([seen?.eagerStart, seen?.keycloak, seen?.image], [true, false, image]);
    await until(stage, () => isRolledOut(deployment() as never));
  });
});

test('installed again with other arguments the Deployment has those', async () => {
  await onStage(
    [],
    async (stage) => {
      for (const eagerStart of [true, false]) {
        const args = argumentsOf({ eagerStart });
        const options = { rolledOut: true };
        await installOperator(
          stage.lab.kubeconfig,
          'theia',
          { kind: 'ensure-on-added', args, image },
          options,
        );
      }
      const object = stage.get('Deployment', 'operator-deployment');
      assert.is(operatorArguments(object as never)?.eagerStart, false);
      assert.ok(isRolledOut(object as never), 'marked rolled out where no controller does it');
    },
    { controllers: false },
  );
});

test.run();
