/** The product's mark; the name beside it is the same in both languages. */
export function Brand({ size = 30 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--c-primary)" />
      <path
        fill="var(--c-on-primary)"
        d="M11 8h6.2c3 0 4.8 1.5 4.8 4 0 1.6-.9 2.9-2.3 3.4 1.8.4 3 1.8 3 3.7 0 3-2.1 4.9-5.4 4.9H11V8Zm3.3 6.6h2.3c1.2 0 1.9-.7 1.9-1.8s-.7-1.7-1.9-1.7h-2.3v3.5Zm0 6.3h2.6c1.4 0 2.2-.7 2.2-1.9s-.8-1.9-2.2-1.9h-2.6v3.8Z"
      />
    </svg>
  );
}

export const BRAND_NAME = "BASE SRM";
