import type { Diagnostic } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';

/** Warns of a package.json that makes Node load the build's output as CommonJS. */
export function checkPackage({ isModule }: LoadedConfig): readonly Diagnostic[] {
  if (isModule) return [];
  return [
    {
      id: 'package-not-module',
      severity: 'warning',
      file: 'package.json',
      line: 1,
      column: 1,
      message: 'package.json has no `"type": "module"`, so Node cannot import what the build writes.',
      help: 'Run `npm pkg set type=module`; a bundler does not need it.',
    },
  ];
}
