import { productMessages } from '#messages/pages/landing/sections.tsx';

/** Where scripts/draw-product.ts leaves them, in the reader's language. */
function addressOf(name: 'list' | 'phone', theme: 'light' | 'dark'): string {
  return `/product/${name}-${__LANGUAGE__}-${theme}.webp`;
}

/** The list as its users see it: on a phone that of a phone, in the dark the dark one. What is not shown is not loaded. */
export function ProductPicture() {
  return (
    <section aria-labelledby="product" className="border-t border-line py-16 sm:py-24">
      <h2 id="product" className="text-title font-semibold">
        {productMessages.title}
      </h2>
      <p className="mt-2 max-w-[60ch] text-soft">{productMessages.text}</p>
      <Picture theme="light" className="dark:hidden" />
      <Picture theme="dark" className="hidden dark:block" />
    </section>
  );
}

function Picture({ theme, className }: { theme: 'light' | 'dark'; className: string }) {
  return (
    <picture className={className}>
      <source media="(width < 48rem)" srcSet={addressOf('phone', theme)} width={780} height={1560} />
      <img
        src={addressOf('list', theme)}
        alt={productMessages.picture}
        width={1800}
        height={1185}
        loading="lazy"
        className="mx-auto mt-10 h-auto w-full rounded-box border border-line max-md:max-w-sm"
      />
    </picture>
  );
}
