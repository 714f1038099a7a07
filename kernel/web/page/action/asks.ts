import { CallError } from "../../call.ts";
import type { Note } from "../entityCall.ts";

/** The questions inside a reply that needs a second yes; none when it is something else. */
export const askedBy = (error: unknown): readonly Note[] =>
  error instanceof CallError && error.code === "CONFIRM_NEEDED" ? ((error.data as { asks?: readonly Note[] } | null)?.asks ?? []) : [];
