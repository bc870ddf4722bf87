const INPUT = 'a BTCP tool asks users, but neither their model (sampling) nor for their folders (roots)';
const NO = (feature: string): string => `${feature}: not offered`;
const DOCUMENTS = 'resources are the documents and skills of tools alone, and none of the suite';

/**
 * Scenarios of the official conformance suite that are about what this server does not have, with the reason; and checks of
 * scenarios that it passes otherwise, as `scenario/check`. `*` stands for any end.
 */
export const NOT_OFFERED: Readonly<Record<string, string>> = {
  'tools-call-sampling': INPUT,
  'input-required-result-basic-sampling': INPUT,
  'input-required-result-basic-list-roots': INPUT,
  'input-required-result-multiple-input-requests': INPUT,
  'input-required-result-capability-check': INPUT,
  'input-required-result-non-tool-request': NO('prompts'),
  'server-stateless/sep-2575-server-rejects-undeclared-capability': INPUT,
  'server-stateless/sep-2575-missing-capability-http-400': INPUT,
  'tasks-*': NO('the extension for tasks'),
  'prompts-*': NO('prompts'),
  'resources-*': DOCUMENTS,
  'sep-2164-resource-not-found': DOCUMENTS,
  'caching/sep-2549-prompts-list-caching-hints': NO('prompts'),
  'caching/sep-2549-resources-list-caching-hints': DOCUMENTS,
  'caching/sep-2549-resources-templates-list-caching-hints': DOCUMENTS,
  'completion-complete': NO('completion'),
  'logging-set-level': NO('logging'),
  'tools-call-with-logging': NO('logging'),
  'server-stateless/sep-2575-server-no-log-without-loglevel': NO('logging'),
};
