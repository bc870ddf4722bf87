import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULE_PAGES, rulePages } from '../../scripts/rule-pages.ts';

it('has a page for every rule, as the rule is now (npm run rules writes them)', async () => {
  const written = readdirSync(RULE_PAGES).map(
    (name) => [name, readFileSync(new URL(name, RULE_PAGES), 'utf8')] as const,
  );
  expect(new Map(written)).toEqual(await rulePages());
});
