export { TARGETS, type Target } from './targets.ts';
export type { Warning, WarningCode } from './warning.ts';
//# sourceMappingURL=index.d.ts.map