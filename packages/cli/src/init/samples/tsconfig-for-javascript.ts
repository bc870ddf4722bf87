/** For a project in JavaScript, whose tools are TypeScript: the types of a tool come from its schema. */
export const tsconfigForJavaScript = (isPage: boolean, outDir: string): string =>
  `${JSON.stringify(
    {
      compilerOptions: {
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'bundler',
        lib: isPage ? ['ES2023', 'DOM', 'DOM.Iterable'] : ['ES2023'],
        types: isPage ? [] : ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        allowImportingTsExtensions: true,
      },
      include: ['btcp.config.ts', 'src/tools', ...(isPage ? ['src/btcp.ts'] : []), outDir],
    },
    null,
    2,
  )}\n`;
