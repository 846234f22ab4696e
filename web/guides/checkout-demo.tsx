import { href } from '../app/site/href';

/** A placeholder for a real sandbox payment, shown by the server when a shop is configured. */
export function CheckoutDemo() {
  return (
    <section
      className="panel demo"
      aria-labelledby="demo-title"
      data-checkout-demo={href('/checkout-demo/invoice')}
      hidden
    >
      <p id="demo-title">
        <b>Попробуйте прямо здесь</b>
      </p>
      <p>
        Песочница создаст инвойс на 1 999,90 ₽ и откроет настоящую форму. Карта <code>4242 4242 4242 4242</code>, любые
        срок и CVV.
      </p>
      <p className="row">
        <button type="button" className="button primary" disabled value="popup">
          В окне
        </button>
        <button type="button" className="button primary" disabled value="inline">
          На этой странице
        </button>
      </p>
      <p role="status" />
      <div className="demo-place" />
      <ol className="mono demo-events" aria-label="Обратные вызовы" />
    </section>
  );
}
