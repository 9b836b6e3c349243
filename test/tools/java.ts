import type { AppGiven } from '../harness/scenario.ts';

/** The pool of most scenarios, at an image's tag. */
export function java(tag = '1.0.0'): AppGiven {
  return { name: 'java', min: 3, image: `registry.example.test/java:${tag}` };
}
