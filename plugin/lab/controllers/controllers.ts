import type { ControllerParts, Stop } from './controller.ts';
import { startDeployments } from './deployments.ts';
import { type GarbageOptions, startGarbageCollector } from './garbage.ts';
import type { Images } from './images.ts';
import { type KubeletOptions, startKubelet } from './kubelet.ts';
import { startReplicaSets } from './replica-sets.ts';
import { startVolumeClaims } from './volume-claims.ts';

export interface ControllerOptions extends GarbageOptions, KubeletOptions {}

/** Starts everything that moves objects by itself in a cluster; the function returned ends it. */
export function startControllers(parts: ControllerParts, images: Images, options: ControllerOptions): Stop {
  const stops = [
    startGarbageCollector(parts, options),
    startDeployments(parts),
    startReplicaSets(parts, images),
    startKubelet(parts, images, options),
    startVolumeClaims(parts),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
