import { type Command, defineCommand } from '../command.ts';
import { TEMPLATES } from '../init/samples/starters.ts';
import { flag, maybeOneOf, text } from '../option.ts';

const TEMPLATE = maybeOneOf(
  TEMPLATES,
  `The app to begin with in an empty folder: ${TEMPLATES.join(', ')}. Default: asked, or node-mcp.`,
  '<template>',
);

export const init: Command = defineCommand({
  name: 'init',
  summary:
    'Adds to an app what it needs to have tools: config, a first tool and its test, scripts; or begins an app in an empty folder. Nothing is overwritten.',
  operands: {
    usage: '[<folder>]',
    help: { '<folder>': 'The folder of the app. Default: the current one.' },
    most: [1, (extra) => `One folder is enough; got "${extra}" too.`],
  },
  options: {
    yes: flag('Write without asking.'),
    'dry-run': flag('Only show what would be written.'),
    'no-install': flag('Do not install packages, nor build.'),
    template: TEMPLATE,
    skill: flag(
      'Also add the skill by which coding agents learn the toolkit, .claude/skills/btcp/SKILL.md. Default: asked, or not.',
    ),
    packs: text(
      '<folder>',
      'Install the packages of btcp from tarballs in this folder, as `npm pack` writes them.',
    ),
  },
  load: async () => (await import('../init/run-init.ts')).runInit,
});
