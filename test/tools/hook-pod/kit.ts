import type { KubeObject } from '../../../plugin/model/kube.ts';
import type { PodWriter } from '../../control-plane/pod-writes.ts';

/** What an image is made of here: files of this machine by their paths in the container, and what it starts. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
}

/** One pod that was run. */
export interface HookRun {
  readonly pod: string;
  /** The Job that made it; empty for a bare Pod. */
  readonly job: string;
  readonly args: readonly string[];
  /** Undefined as long as it runs, and when it never started. */
  exitCode: number | undefined;
  message: string;
  /** stdout and stderr, at its end. */
  log: string;
  /** Milliseconds since 1970: first seen, started, deleted, ended. */
  times: { seen: number; started?: number; deleted?: number; ended?: number };
}

export interface Kit {
  writer: PodWriter;
  server: string;
  /** Folder of this machine for the pods' files. */
  dir: string;
  images: ReadonlyMap<string, Program>;
  stopped: AbortSignal;
}

/** The pod as last seen, and what wakes its life when somebody deletes it. */
export interface PodEntry {
  pod: KubeObject;
  run: HookRun;
  deleted: AbortController;
}
