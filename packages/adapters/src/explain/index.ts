export {
  explainExport,
  type ExplainedChange,
  type ExportExplanation,
  type NarrowedTool,
} from './explain-export.ts';
