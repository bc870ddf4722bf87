/** What runs only when a value does not fit. */
export { collectIssues } from './issues.ts';
export { withoutUndeclared } from './project.ts';
