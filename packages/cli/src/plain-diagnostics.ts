/** Explanations of diagnostics that no rule reports: they concern what is read before there is a tool to check. */
export const PLAIN_DIAGNOSTICS: Readonly<Record<string, string>> = {
  'skill-invalid': 'A skill lacks a name or a description, so that it is neither published nor served.',
  'skill-name-unknown': 'A skill names a tool or a field that the manifest does not have.',
  'config-not-found': 'There is no config file at the expected path.',
  'config-not-loaded': 'The config file is there, but importing it fails.',
  'config-invalid': 'The config has a setting that does not exist, or a value that it cannot have.',
  'tsconfig-invalid': 'The project’s tsconfig cannot be read, so neither can its types.',
  'format-failed': 'prettier refuses the project’s own options for what is generated.',
  'output-of-other-config': 'The output folder holds what another config builds.',
  'output-not-ours': 'The output folder has a file that no build has written, where the build writes one.',
  'output-not-writable': 'The output folder, or a file in it, cannot be written.',
  'source-too-deep': 'A source is nested too deeply to be read.',
  'source-not-writable': 'A file that --fix or --write-capabilities would change cannot be written.',
  'package-invalid': 'package.json is not JSON.',
  'package-not-module': 'package.json lacks `"type": "module"`, so Node would not load what is generated.',
  'no-files': 'The globs in `tools` match no file.',
  'tool-file-unmatched': 'A file of JSX defines a tool beside files that `tools` matches, and is not built.',
  'no-tools': 'The files that `tools` matches define no tool.',
  'syntax-error': 'A tool’s file, or one that its schemas need, cannot be parsed.',
  'tool-not-exported': 'A tool has to be exported: the build imports it by its name.',
  'tool-in-function':
    'A tool has to be defined at the top level of a module: the build does not run functions.',
  'tool-from-wrapper':
    'A function calls `defineTool`, or makes something else of a tool, and the build cannot see what comes of it.',
  'tool-without-definition': '`defineTool` is called without an object that the build can read.',
  'tool-exported-as-then':
    'A module that exports `then` cannot be imported: JavaScript takes it for a promise.',
  'tool-exported-again': 'A tool is exported under two names; only the first is published.',
  'tool-file-not-importable': 'A tool is in a file whose path cannot be imported, so no host could load it.',
  'tool-unrecognised':
    'Something uses `defineTool` in a way that the build cannot follow, so it publishes nothing for it.',
  'import-unresolved':
    'A tool’s module, or one that it loads, imports a file that is not there: no tool of it could be called.',
  'schema-needs-import': 'The schemas need a package or file that cannot be loaded where the build runs.',
  'schema-needs-export': 'The schemas need a name that a module of the project does not export.',
  'schema-needs-global': 'The schemas need a global of the page. They are read in Node, without one.',
  'schema-needs-network':
    'The schemas need the network. They are read without it, so that the same source gives the same schemas.',
  'schema-varies':
    'Reading the schemas uses the clock, random numbers or the environment, so two builds of the same source may differ.',
  'schema-circular-import':
    'The schemas need a value of a module that imports them in turn, and that has not got to it yet.',
  'schema-throws': 'Reading the schemas runs code that throws.',
  'schema-statement-left-out':
    'A statement that may change a schema uses a package or what only a page or a process has, so it is not run: what it changes is not published.',
  'schema-module-broken': 'A module that the schemas need cannot be compiled.',
  'schema-never-ends': 'A module that the schemas need runs for longer than the time allowed.',
  'schema-ends-process': 'A module that the schemas need ends the process.',
  'isolated-out-of-reach':
    'The config sets `sandbox`, and a tool uses the page, the browser or Node beside its `ctx`, which isolated code cannot reach.',
  'isolated-not-bundled':
    'The config sets `sandbox`, and the tools cannot be bundled into one classic script.',
  'ui-invalid': 'The `ui` of a tool is not the path of HTML or of a script.',
  'ui-not-bundled':
    'The document that a tool has as `ui` cannot be put into one HTML file, for example as it names another host.',
  'field-unknown': 'A definition has a field that tools do not have.',
  'input-schema-missing': 'A definition has no `inputSchema`.',
  'execute-missing': 'A definition has no `execute`.',
  'execute-generator': '`execute` is a generator function, and a call has one result.',
  'alias-invalid': 'An entry of `aliases` is not what an alias can be.',
  'alias-input-refused':
    'An alias accepts an input that its tool refuses: by its schema, or as `mapInput` maps it. The build runs `mapInput` on samples.',
  'capabilities-missing': 'A definition has no `capabilities`; a tool that needs none says `[]`.',
  'description-missing': 'A tool has neither a `description` nor a JSDoc comment.',
  'schema-library-differs':
    'The library of a schema (Zod, Valibot, ArkType, …) takes another value for valid than the JSON Schema that it writes.',
  'schema-not-typebox':
    'A schema of another library could be written with TypeBox; only `--fix --typebox` asks.',
  'keyword-ignored':
    'The draft of JSON Schema that a schema declares in `$schema` does not read the keyword, such as one beside `$ref` in draft-07, so it is left out of what is published.',
  'value-not-json': 'A field holds something that JSON cannot hold, such as a function or a symbol.',
  'output-not-json':
    'The return type, from which the output schema is derived, has a part without a JSON form.',
  'validators-disagree':
    "ajv, reading a schema as it is published, gives another verdict on a value than the compiled validator. `btcp check` has both validate the tool's examples, values made from the schema, and values near those. It is a mistake of the toolkit or of ajv, and not of the tool.",
  'validators-unjudged':
    'ajv could not cross-check the compiled validators of a tool: a pattern could take forever, or ajv cannot compile a schema, or is known to misread it.',
  'types-unresolved':
    'TypeScript cannot resolve something, so the types from which the output schema is derived are `any`.',
  'suppression-unused': 'A `// btcp-ignore` comment names no rule, or ignores nothing.',
  'suppression-without-reason': 'A `// btcp-ignore` comment gives no reason.',
  'capabilities-not-editable':
    '--write-capabilities cannot change a list that is not written out in the definition.',
  'version-too-low':
    'With `btcp check --against`: the version does not rise by what the changes since that release require.',
  'tool-removed-undeprecated':
    'With `btcp check --against`: a tool of that release is gone, and no release has deprecated it. No version allows that, as callers had no release in which to move to another tool.',
  'output-stale': 'A file in the output folder is not what the tools give.',
  'budget-exceeded':
    'A tool takes more tokens for a target than btcp.budget.json allows, or is not in it. `btcp build --accept` writes the file anew.',
  'budget-invalid':
    'btcp.budget.json cannot be read or compared. `btcp build --accept` writes the file anew.',
  'json-invalid': 'A file that is to be checked is not JSON.',
  'json-number-rounded': 'A file of JSON has a number with more digits than JavaScript holds.',
  'json-name-repeated':
    'An object has two properties of one name: who reviews it may read the one, and who runs it the other.',
};
