import { join } from 'node:path';
import {
  type InterfaceDeclaration,
  Node,
  type Project,
  type PropertySignature,
  SyntaxKind,
  type TypeAliasDeclaration,
} from 'ts-morph';
import { CONFIG, docText } from './api-pages.ts';
import { prose, table } from './prose.ts';

type Named = InterfaceDeclaration | TypeAliasDeclaration;

/** The reference of `btcp.config.ts`: the fields of the type that `defineConfig` takes, and the types that they have. */
export function configPage(project: Project, root: string): string {
  const queue: Named[] = [project.getSourceFileOrThrow(join(root, CONFIG)).getInterfaceOrThrow('BTCPConfig')];
  const sections: string[] = [];
  // The queue grows while it is walked.
  for (const part of queue) {
    for (const used of usedBy(part)) if (!queue.includes(used)) queue.push(used);
    const title = sections.length === 0 ? 'defineConfig' : part.getName();
    const content = Node.isInterfaceDeclaration(part)
      ? table(['field', 'type', 'meaning'], part.getProperties().map(row))
      : `\`\`\`ts\n${part.getText().replace('export ', '')}\n\`\`\`\n`;
    sections.push([`## ${title}`, docText(part.getJsDocs()), content].join('\n\n'));
  }
  return `# Configuration

\`btcp.config.ts\` exports what \`defineConfig\` of \`@btcp/core\` returns:

\`\`\`ts
import { defineConfig } from '@btcp/core';

export default defineConfig({ tools: ['src/tools/**/*.ts'] });
\`\`\`

${sections.join('\n')}`;
}

function row(property: PropertySignature): readonly string[] {
  const needed = property.hasQuestionToken() ? '' : ' (required)';
  const [doc] = property.getJsDocs();
  const example = doc
    ?.getTags()
    .find((tag) => tag.getTagName() === 'example')
    ?.getCommentText();
  return [
    `\`${property.getName()}\`${needed}`,
    `\`${property.getTypeNode()?.getText().replaceAll(/\s+/g, ' ') ?? ''}\``,
    prose(doc?.getDescription().trim() ?? '') +
      (example === undefined ? '' : ` Example: \`${example.trim()}\``),
  ];
}

/** The types of this project that a declaration names. */
function usedBy(part: Named): readonly Named[] {
  return part.getDescendantsOfKind(SyntaxKind.TypeReference).flatMap((reference) => {
    const symbol = reference.getTypeName().getSymbol();
    const declaration = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations()[0];
    return Node.isInterfaceDeclaration(declaration) || Node.isTypeAliasDeclaration(declaration)
      ? [declaration]
      : [];
  });
}
