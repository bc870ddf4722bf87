import type { App } from './project-files.ts';

/** A framework that serves pages by files of its own; its root component loads the tools, in the browser alone. */
export interface Site {
  readonly title: string;
  /** The root component: the first that is there. */
  readonly roots: readonly [string, ...string[]];
  /** What to paste into it, with the specifier of `src/btcp.ts`. */
  readonly paste: string;
  /** The script that writes what the tsconfig extends, as in the framework's own templates, and what it runs. */
  readonly prepare?: readonly [script: string, command: string];
  /** Its config files, where Vite has none of its own, and the plugin's call there, by the root component. */
  readonly config?: { readonly files: readonly string[]; readonly plugin: (root: string) => string };
}

const SITES: Readonly<Record<string, Site>> = {
  '@sveltejs/kit': {
    title: 'SvelteKit',
    roots: ['src/routes/+layout.svelte'],
    prepare: ['prepare', "svelte-kit sync || echo ''"],
    paste: "import { onMount } from 'svelte';\n…\nonMount(() => void import('../btcp'));",
  },
  nuxt: {
    title: 'Nuxt',
    // Version 3 has it beside its config.
    roots: ['app/app.vue', 'app.vue'],
    prepare: ['postinstall', 'nuxt prepare'],
    paste: "onMounted(() => void import('~~/src/btcp'));",
    config: {
      files: ['nuxt.config.ts', 'nuxt.config.js'],
      // Vite's root is the folder with the root component.
      plugin: (root) => (root === 'app.vue' ? 'btcp()' : "btcp({ configFile: '../btcp.config.ts' })"),
    },
  },
  astro: {
    title: 'Astro',
    roots: ['src/layouts/Layout.astro', 'src/pages/index.astro'],
    paste: "<script>\n  import '../btcp';\n</script>",
    config: { files: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js'], plugin: () => 'btcp()' },
  },
  '@react-router/dev': {
    title: 'React Router',
    roots: ['app/root.tsx'],
    paste: "import { useEffect } from 'react';\n…\nuseEffect(() => void import('../src/btcp'), []);",
  },
  '@tanstack/react-start': {
    title: 'TanStack Start',
    roots: ['src/routes/__root.tsx'],
    paste: "import { useEffect } from 'react';\n…\nuseEffect(() => void import('../btcp'), []);",
  },
  '@solidjs/start': {
    title: 'SolidStart',
    roots: ['src/entry-client.tsx'],
    paste: "import './btcp';",
  },
  vike: {
    title: 'Vike',
    roots: ['pages/+client.ts'],
    paste: "import '../src/btcp';",
  },
};

/** The framework of that kind that an app has. */
export function siteOf(dependencies: App['dependencies']): Site | undefined {
  return Object.entries(SITES).find(([name]) => Object.hasOwn(dependencies, name))?.[1];
}
