import { useTools } from '@btcp/client/react';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { registration } from '../generated/registration.ts';
import type { Task } from './task-list.ts';

/** A list of tasks, which a person and an agent change alike. */
export function App(): ReactElement {
  const [tasks, setTasks] = useState<readonly Task[]>([]);
  useTools(registration, { context: { taskList: { tasks, setTasks } } });

  const [title, setTitle] = useState('');
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    setTasks([...tasks, { id: crypto.randomUUID(), title, isDone: false }]);
    setTitle('');
  };

  return (
    <main>
      <h1>Tasks</h1>
      <form onSubmit={add}>
        <label>
          New task <input required value={title} onChange={({ target }) => setTitle(target.value)} />
        </label>
        <button>Add</button>
      </form>
      <ol>
        {tasks.map((task) => (
          <li key={task.id}>{task.isDone ? <s>{task.title}</s> : task.title}</li>
        ))}
      </ol>
    </main>
  );
}
