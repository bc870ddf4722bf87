export {
  explainExport,
  findNarrowedTools,
  type ExplainedChange,
  type ExportExplanation,
  type NarrowedTool,
  type UncheckedTool,
} from './explain-export.ts';
