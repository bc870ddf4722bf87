/** Takes one problem: where it is in the input, what is wrong, and what to do about it. */
export type Report = (path: string, message: string, help: string) => void;
