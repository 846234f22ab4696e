/** In the place of Stripe.js: what our page calls of it. */
const SCRIPT = `{const {origin}=new URL(document.currentScript.src);window.Stripe=(key)=>{
const heard={};
const frame=Object.assign(document.createElement('iframe'),{src:origin+'/v3/element',title:'Secure card payment input frame',onload:()=>heard.ready?.()});
frame.setAttribute('style','height:24px');
const card={mount:(place)=>document.querySelector(place).append(frame),on:(event,hear)=>{heard[event]=hear}};
const createPaymentMethod=()=>new Promise((resolve)=>{
addEventListener('message',({data})=>resolve(data),{once:true});frame.contentWindow.postMessage(key,origin)});
return {elements:()=>({create:()=>card}),createPaymentMethod}}}`;

const ELEMENT = `<!doctype html><html lang="en"><title>Card</title><body style="margin:0"><input aria-label="Card number" placeholder="Card number" style="border:0;font:16px sans-serif">
<script>onmessage=async({data:key,source,origin})=>{
const number=document.querySelector('input').value,invalid={error:{message:'Your card number is invalid.'}};
if(!/^\\d{16}$/.test(number))return source.postMessage(invalid,origin);
const body=new URLSearchParams({type:'card','card[number]':number,'card[exp_month]':'12','card[exp_year]':'2034','card[cvc]':'123'});
const {id}=await (await fetch('/v1/payment_methods',{method:'POST',body,headers:{authorization:'Bearer '+key}})).json();
source.postMessage(id?{paymentMethod:{id}}:invalid,origin)}</script>`;

/** The script, and the frame with its field, which sends the card to the API. */
export const stripeJs = (path: string): { type: string; text: string } =>
  path === '/v3/' ? { type: 'text/javascript', text: SCRIPT } : { type: 'text/html', text: ELEMENT };
