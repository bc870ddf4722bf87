export {
  explainExport,
  findNarrowedTools,
  type ExplainedChange,
  type ExportExplanation,
  type NarrowedTool,
} from './explain-export.ts';
