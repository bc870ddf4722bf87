/** What only the toolkit's own packages call; semantic versioning does not cover it. */
export { hasStrictForm } from './export/export-tools.ts';
export { portability, type PortabilityChange } from './export/portability.ts';
export { makeNames, type NamedTool } from './names/exported-names.ts';
