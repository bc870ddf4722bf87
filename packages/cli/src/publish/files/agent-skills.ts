import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileWriter, type Publication, type PublishedFile, publishedJson } from '../settings.ts';
import { readSkills, type Skill, SKILLS } from '../../skills/skills.ts';

const FOLDER = '.well-known/agent-skills';

/** The project's skills, and their index: Agent Skills Discovery 0.2.0. */
export const agentSkills: FileWriter = async (publication) => {
  const { skills, files } = await skillFiles(publication, FOLDER);
  if (skills.length === 0) return [];
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map(({ name, description, files: [main] }) => ({
      name,
      type: 'skill-md',
      description,
      url: `${name}/SKILL.md`,
      digest: `sha256:${createHash('sha256')
        .update(main?.bytes ?? '')
        .digest('hex')}`,
    })),
  };
  return [{ path: `${FOLDER}/index.json`, text: publishedJson(index) }, ...files];
};

/** The files of the project's skills, in a folder. */
export async function skillFiles(
  { config, report, reportMissing }: Publication,
  folder: string,
): Promise<{ readonly skills: readonly Skill[]; readonly files: readonly PublishedFile[] }> {
  const { skills, faults } = await readSkills(config.root);
  for (const [file, fault] of faults) reportMissing(`${folder}: ${file} is left out: ${fault}`);
  const files = skills.flatMap(({ name, files: own }) =>
    own.flatMap(({ path, bytes }): readonly PublishedFile[] => {
      if (isUtf8(bytes)) return [{ path: `${folder}/${name}/${path}`, text: bytes.toString() }];
      report(`${folder}: ${SKILLS}/${name}/${path} is left out: it is no text in UTF-8.`);
      return [];
    }),
  );
  return { skills, files };
}
