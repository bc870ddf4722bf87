import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import type { TaskList } from '../task-list.ts';

const Id = Type.String({ format: 'uuid', description: 'Id of the task, as `listTasks` gives it.' });
const Title = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'What is to be done, in a few words.',
});

const Task = Type.Object(
  { id: Id, title: Title, isDone: Type.Boolean({ description: 'Whether it is finished.' }) },
  { additionalProperties: false },
);

/** Lists the tasks on the page, in the order in which they were added. */
export const listTasks = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Object({ tasks: Type.Array(Task) }, { additionalProperties: false }),
  capabilities: [],
  execute: (_, { taskList }) => ({ tasks: [...shown(taskList).tasks] }),
});

/** Adds a task at the end of the list on the page. */
export const addTask = defineTool({
  inputSchema: Type.Object({ title: Title }, { additionalProperties: false }),
  outputSchema: Task,
  capabilities: [],
  examples: [{ description: 'Add a first task', input: { title: 'Buy milk' } }],
  execute({ title }, { taskList }) {
    // Not a number after those that are shown: two calls at once see the same ones.
    const task = { id: crypto.randomUUID(), title, isDone: false };
    shown(taskList).setTasks((before) => [...before, task]);
    return task;
  },
});

/** Marks a task on the page as finished. Fails if there is no such task. */
export const finishTask = defineTool({
  inputSchema: Type.Object({ id: Id }, { additionalProperties: false }),
  outputSchema: Task,
  capabilities: [],
  execute({ id }, { taskList }) {
    const { tasks, setTasks } = shown(taskList);
    const task = tasks.find((each) => each.id === id);
    if (!task)
      throw new BTCPError('TASK_NOT_FOUND', {
        message: `There is no task ${id}.`,
        suggestion: 'Use listTasks for the ids of all tasks.',
      });
    const done = { ...task, isDone: true };
    setTasks((before) => before.map((each) => (each.id === id ? done : each)));
    return done;
  },
});

function shown(taskList: TaskList | undefined): TaskList {
  if (!taskList) throw new BTCPError('TASKS_NOT_SHOWN', 'No list of tasks is shown.');
  return taskList;
}
