import { refuse } from "../../refusal.ts";
import { isSecretRef, secretPrefix } from "../../secret-ref.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The secret a row refers to; a reference of another purpose opens nothing, however it came into the row. */
export function secretOf(env: Env, purpose: string, reference: string): string {
  const prefix = secretPrefix(purpose);
  if (!isSecretRef(purpose, reference))
    throw refuse(
      "SECRET_REF",
      `密钥引用须以 ${prefix} 开头，请修改后再试`,
      `A secret reference of this kind begins with ${prefix}; change it and try again`,
    );
  const value = env[reference];
  if (value === undefined || value === "")
    throw refuse(
      "SECRET_MISSING",
      `服务器没有设置环境变量 ${reference}`,
      `The server has no environment variable ${reference}; ask the operator to set it`,
    );
  return value;
}
