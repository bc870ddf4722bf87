import { TEMPLATE_TITLES, type Template, TEMPLATES } from './samples/starters.ts';

/** Questions on the terminal; undefined where the user leaves. */
export interface Prompts {
  readonly template: () => Promise<Template | undefined>;
  readonly confirm: (question: string) => Promise<boolean | undefined>;
  /** Whether something that is not needed is wanted. */
  readonly offer: (question: string) => Promise<boolean>;
}

/** Loads the prompts, which only a terminal needs. */
export async function loadPrompts(): Promise<Prompts> {
  const { confirm, isCancel, select } = await import('@clack/prompts');
  return {
    async template() {
      const options = TEMPLATES.map((value) => ({ value, label: value, hint: TEMPLATE_TITLES[value] }));
      const answer = await select({ message: 'There is no app here. Which one shall it be?', options });
      return isCancel(answer) ? undefined : answer;
    },
    async confirm(message) {
      const answer = await confirm({ message });
      return isCancel(answer) ? undefined : answer;
    },
    offer: async (message) => (await confirm({ message, initialValue: false })) === true,
  };
}
