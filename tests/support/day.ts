/** A day before or after today as the office in China counts it, whatever the hour where the test runs. */
export const officeDay = (days = 0): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
