import { module } from "#kernel/module.ts";

/** How a company comes to be known: leads, invitations, registration in two stages. */
export const register = module("register", "供应商注册", "Supplier registration", { entities: [] });
