/** Waiting ends when the awaited has come; the limit only catches what never comes, so a busy machine changes no verdict. */
import { vi } from "vitest";

const patience = 30_000;
const waitFor = vi.waitFor.bind(vi);

vi.waitFor = ((callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: patience, ...options })) as typeof vi.waitFor;
