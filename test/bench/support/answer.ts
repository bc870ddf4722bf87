/** Answers the question that `runChild` asked this process, and ends it. */
export async function answer<Question>(work: (question: Question) => Promise<unknown>): Promise<void> {
  const question = JSON.parse(process.argv[2] ?? 'null') as Question;
  const message = { answer: await work(question) };
  process.send?.(message, () => process.exit(0));
}
