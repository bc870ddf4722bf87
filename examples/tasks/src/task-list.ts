/** A task. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly isDone: boolean;
}

/** The state of the page that tools reach: what `App` passes to `useTools`. */
export interface TaskList {
  readonly tasks: readonly Task[];
  readonly setTasks: (change: (before: readonly Task[]) => readonly Task[]) => void;
}

// Optional, because tools can be called without the page: they then say what is missing.
declare module '@btcp/core' {
  interface ToolContext {
    readonly taskList?: TaskList;
  }
}
