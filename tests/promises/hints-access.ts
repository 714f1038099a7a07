import { systemMe } from "#kernel/server/access/permit.ts";
import type { Generate, Hints } from "../support/generate.ts";

const someAccount = async (g: Generate, userType: "SYSTEM" | "INTERNAL"): Promise<string> =>
  (await g.lone(g.declared.entity("BaseUsers"), userType === "SYSTEM" ? { userType, personId: undefined } : {}))["id"] as string;

/** A call of the product's own, as the register brings it. */
const ownCall = async (g: Generate): Promise<string> => {
  const word = g.word();
  const row = { source: "SCAN", serviceCode: "BASE", path: `/api/test/${word}`, guard: "RESOURCE" };
  return (await g.lone(g.declared.entity("BaseApi"), row, {}, systemMe("test")))["id"] as string;
};

/** What the rules of the outside doors demand beyond their declarations. */
export const accessHints: Hints = {
  BaseSso: () => ({
    scopes: "openid email",
    audience: "INTERNAL",
    autoProvision: "N",
    defaultRespIds: undefined,
    allowedDomains: "example.com",
    clientSecretRef: undefined,
  }),
  BaseUserSsoLink: async (g) => ({ userId: await someAccount(g, "INTERNAL"), ssoId: await g.id("BaseSso", true) }),
  BaseApi: (g) => ({ serviceCode: "PARTNER", path: `/partner/${g.word()}` }),
  BaseOauthApp: async (g) => ({
    runAsUserId: await someAccount(g, "SYSTEM"),
    ownerUserId: await someAccount(g, "INTERNAL"),
    ipAllow: "10.0.0.0/8",
  }),
  BaseOauthApi: async (g) => ({ apiId: await ownCall(g) }),
};
