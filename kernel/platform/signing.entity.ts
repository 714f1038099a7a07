import { entity } from "#kernel/entity.ts";
import { anyId, code, datetime, longtext, text } from "#kernel/field.ts";

/** A certificate the installation's own authority gave; the private key is sealed with the keys outside the database. */
export const signCertificate = entity("BaseSignCertificate", "签署证书", "Signing certificate", {
  service: "baseServer",
  internal: true,
  fields: {
    serial: anyId("序列号", "Serial number", { max: 60 }),
    holder: anyId("持有人", "Holder", { max: 140 }),
    subject: text("主体", "Subject", { max: 400 }),
    certificate: longtext("证书", "Certificate", { max: 8000 }),
    sealedKey: code("私钥（密封）", "Sealed key", { max: 4000, hidden: "all" }),
    notBefore: datetime("生效", "Valid from"),
    notAfter: datetime("失效", "Valid to"),
    revokedAt: datetime("吊销时间", "Revoked at", { optional: true }),
    revokedWhy: text("吊销原因", "Revoked because", { max: 200, optional: true }),
  },
  unique: [{ fields: ["serial"] }, { fields: ["holder", "id"] }],
  title: [],
  sees: {},
});
