import { fileSlots } from "./parts/fileSlots.tsx";

/** A supplier all round: identity, standing, tables, introductions, history. */
export const slots = fileSlots;
