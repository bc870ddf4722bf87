/** The name of the budget, beside the config; apart from what reads it, which every build would load. */
export const BUDGET_FILE = 'btcp.budget.json';
