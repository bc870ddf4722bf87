import { BTCPError } from '@btcp/core';

const error = new BTCPError('TOOL_NOT_FOUND', 'No such tool.');
document.title = `${error.code}: ${error.message}`;
