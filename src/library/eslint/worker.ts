import { workerData } from 'node:worker_threads';
import type { LintAnswer, LintQuestion, WatchedThread } from './problem.ts';
import { LintedProject } from './project.ts';
import { UsageError } from '../../model/index.ts';
import { redactText } from '../../redact/redact.ts';
import { printed } from '../../report/style.ts';

/** ESLint rules are synchronous: they wait for this thread, which has the analysis of the whole project. */
const { signal, port } = workerData as Omit<WatchedThread, 'path'>;

const projects = new Map<string, LintedProject>();

const answerTo = async ({ cwd, file, text }: LintQuestion): Promise<LintAnswer> => {
  const project = projects.get(cwd) ?? new LintedProject(cwd);
  projects.set(cwd, project);
  try {
    return await project.lint(file, text);
  } catch (error) {
    projects.delete(cwd);
    return {
      failure: error instanceof UsageError ? printed(redactText(error.message)) : 'the analysis failed',
    };
  }
};

port.on('message', async (question: LintQuestion) => {
  port.postMessage(await answerTo(question), []);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
