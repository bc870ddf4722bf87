import { resolve } from 'node:path';
import type { BtcpConfig, Diagnostic } from '@btcp/core';
import { completeConfig, loadConfig } from './config/load-config.ts';
import { CONFIG_FILES, type LoadedConfig } from './config/loaded-config.ts';
import { discoverTools } from './discover/discover-tools.ts';
import { evaluateTools } from './evaluate/evaluate-tools.ts';
import type { CapabilityReport } from './infer/capabilities/capability-report.ts';
import { inferCapabilities } from './infer/capabilities/infer-capabilities.ts';
import { ProjectError } from './project-error.ts';
import { SourceProject } from './source/source-project.ts';

/** Which project is to be looked at. */
export interface ListCapabilitiesOptions {
  /** The folder of the project. Default: the current one. */
  readonly cwd?: string;
  /** The config file's path, relative to `cwd`. Default: `btcp.config.ts`. */
  readonly configFile?: string;
  /** The configuration itself, instead of a file; its paths are relative to `cwd`. */
  readonly config?: BtcpConfig;
}

/** What the code of a project's tools uses of the browser. */
export interface CapabilityList {
  /** Absolute path of the folder that the files are relative to. */
  readonly root: string;
  /** What keeps tools from being read; they are not in the list. */
  readonly diagnostics: readonly Diagnostic[];
  /** By the tool's name. */
  readonly tools: ReadonlyMap<string, CapabilityReport>;
}

/** Infers from the code of each tool which powers of the browser it uses, whatever it declares. */
export async function listCapabilities(options: ListCapabilitiesOptions = {}): Promise<CapabilityList> {
  const cwd = resolve(options.cwd ?? '.');
  const loaded = options.config
    ? await completeConfig(resolve(cwd, CONFIG_FILES[0]), options.config)
    : await loadConfig(cwd, options.configFile);
  if (!loaded.ok) return { root: loaded.root, diagnostics: loaded.diagnostics, tools: new Map() };
  const { root } = loaded.config;
  try {
    return { root, ...(await readProject(loaded.config)) };
  } catch (error) {
    if (error instanceof ProjectError) return { root, diagnostics: [error.diagnostic], tools: new Map() };
    throw error;
  }
}

async function readProject(config: LoadedConfig): Promise<Omit<CapabilityList, 'root'>> {
  const project = new SourceProject(config.root, config.tsconfig);
  const discovery = discoverTools(project, project.addFiles(config.tools));
  const evaluation = await evaluateTools(project, discovery.tools);
  const tools = new Map(evaluation.tools.map((tool) => [tool.name, inferCapabilities(project, tool)]));
  return { diagnostics: [...discovery.diagnostics, ...evaluation.diagnostics], tools };
}
