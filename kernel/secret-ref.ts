/** What the name of an environment variable begins with whose value serves this purpose, and no other. */
export const secretPrefix = (purpose: string): string => `${purpose}_SECRET_`;

export const secretPattern = (purpose: string): string => `${secretPrefix(purpose)}[A-Z0-9_]+`;

export const isSecretRef = (purpose: string, reference: string): boolean => new RegExp(`^${secretPattern(purpose)}$`).test(reference);
